import { PATTERNS } from '@haat/contract/rules'
import { useQueryClient } from '@tanstack/react-query'
import { useForm } from 'react-hook-form'
import { call, contract, messageOf } from '../../api/client.ts'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import { fieldOf, Form } from '../../ui/form.tsx'
import { toast } from '../../ui/toast.ts'
import { profileQuery } from './profile.queries.ts'

/** Asks for name and phone number where the account has no phone number. */
export function CompleteProfile({ name }: { name: string }) {
  const queries = useQueryClient()
  const form = useForm({ defaultValues: { name, phone_number: '' } })
  const submit = form.handleSubmit(async (body) => {
    try {
      const { message } = await call(contract.profile.complete, { body })
      await queries.invalidateQueries(profileQuery())
      toast('success', message)
    } catch (error) {
      toast('error', messageOf(error, 'The profile could not be updated. Please try again.'))
    }
  })
  return (
    <Form onSubmit={submit} className="mt-6 grid max-w-md gap-5 rounded-lg border border-line bg-card p-5">
      <h2 className="text-xl font-bold">Complete your profile</h2>
      <TextField
        label="Full name"
        autoComplete="name"
        maxLength={100}
        {...fieldOf(form, 'name', { required: 'Full name is required' })}
      />
      <TextField
        label="Phone number"
        type="tel"
        inputMode="numeric"
        autoComplete="tel-national"
        {...fieldOf(form, 'phone_number', {
          required: 'Phone number is required',
          pattern: { value: PATTERNS.phone, message: 'Phone number must be 10 digits' },
        })}
      />
      <Button type="submit" size="lg" busy={form.formState.isSubmitting}>
        Save
      </Button>
    </Form>
  )
}
