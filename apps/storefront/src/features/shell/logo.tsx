import { Link } from 'react-router-dom'
import { useSettings } from '../../api/settings.queries.ts'
import { paths } from '../../paths.ts'

/** The shop's sign: a stall and its name. Leads home. */
export function Logo() {
  const name = useSettings()?.shop_name ?? 'Haat'
  return (
    <Link
      to={paths.home()}
      aria-label={`${name}, home`}
      className="flex min-h-11 items-center gap-2 rounded-sm"
    >
      <svg aria-hidden viewBox="0 0 32 28" className="w-9 shrink-0">
        <path d="M1 2h30v8a5 5 0 0 1-10 0 5 5 0 0 1-10 0 5 5 0 0 1-10 0z" className="fill-peacock" />
        <path d="M11 2h10v8a5 5 0 0 1-10 0z" className="fill-marigold" />
        <path d="M4 18h4v9H4zm20 0h4v9h-4z" className="fill-peacock" />
      </svg>
      <span className="text-2xl leading-none font-extrabold tracking-tight text-peacock">{name}</span>
    </Link>
  )
}
