import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { atNight } from '../../../../../scripts/depth.ts'
import { atTheDesk, type DeskUser } from '../../../test/desk.ts'
import { openTestShop, type TestShop } from '../../../test/test-shop.ts'

let test: TestShop
let owner: DeskUser
beforeAll(async () => {
  test = await openTestShop()
  owner = await atTheDesk(test)
})
afterAll(() => test.close())

const call = (method: string, url: string, payload?: object) =>
  owner.call(method, `/api/desk/${url}`, payload)

async function upload(text: string, name = 'Diwali list.csv', user = owner) {
  const reply = await test.app.inject({
    method: 'POST',
    url: `/api/desk/files?name=${encodeURIComponent(name)}`,
    headers: { ...user.headers, 'content-type': 'application/octet-stream' },
    payload: Buffer.from(text),
  })
  return reply
}

async function ended(job: { id: number }) {
  for (;;) {
    const one = (await call('GET', `jobs/${job.id}`)).json()
    if (one.state !== 'running') return one
    await sleep(100)
  }
}

const FILE = 'key,name,Rate,price,category\na,Rope,1,500,Ropes\nb,Hook,2,free,Hooks\n'

it('a file is uploaded, tried, imported and undone, and its refused rows are downloaded', async () => {
  const { file, bytes } = (await upload(FILE)).json()
  expect(bytes).toBe(FILE.length)
  const trial = await ended((await call('POST', 'imports', { file, dry_run: true })).json())
  expect(trial).toMatchObject({
    state: 'done',
    subject: 'Diwali list.csv',
    import: { created: 1, refused: 1, dry_run: true, entry: null, columns: { price: 'price' } },
  })
  expect((await call('GET', 'products')).json()).toEqual([])
  const mapped = { price: 'Rate' }
  const done = await ended((await call('POST', 'imports', { file, map: mapped })).json())
  expect(done).toMatchObject({ state: 'done', import: { created: 2, refused: 0 }, has_refused_rows: false })
  expect((await call('GET', 'products')).json()).toMatchObject([{ name: 'Hook' }, { name: 'Rope', price: 1 }])
  const again = await ended((await call('POST', 'imports', { file })).json())
  expect(again).toMatchObject({ import: { changed: 1, refused: 1 }, has_refused_rows: true })
  const refused = await call('GET', `jobs/${again.id}/refused`)
  expect(refused.headers['content-disposition']).toContain('Diwali list.csv.refused.csv')
  expect(refused.body).toContain('free')
  for (const {
    import: { entry },
  } of [again, done]) {
    const shown = (await call('GET', `audit/${entry}`)).json()
    expect(shown).toMatchObject({
      act: 'imports.run',
      via: 'desk',
      staff_name: expect.stringContaining('Member'),
    })
    expect((await call('POST', `audit/${entry}/undo`, {})).statusCode).toBe(200)
  }
  expect((await call('GET', 'products')).json()).toEqual([])
  expect((await call('GET', 'jobs')).json()).toHaveLength(3)
})

it('an import is cancelled, once, and writes nothing more', async () => {
  const { file } = (await upload(FILE)).json()
  const job = (await call('POST', 'imports', { file })).json()
  const cancelled = {
    state: 'cancelled',
    message: expect.stringContaining('cancelled it. What was imported'),
  }
  expect((await call('POST', `jobs/${job.id}/cancel`, {})).json()).toMatchObject(cancelled)
  expect((await call('POST', `jobs/${job.id}/cancel`, {})).statusCode).toBe(409)
  expect(await ended(job)).toMatchObject(cancelled)
  expect((await call('GET', 'products')).json()).toEqual([])
})

it('a file that is none is refused in words', async () => {
  const { file } = (await upload('%PDF-1.7', 'list.pdf')).json()
  const done = await ended((await call('POST', 'imports', { file })).json())
  expect(done).toMatchObject({ state: 'failed', message: expect.stringMatching(/PDF/) })
  const reply = await call('POST', 'imports', { file: '../secrets.json' })
  expect([reply.statusCode, reply.json().message]).toEqual([400, 'Upload the file first.'])
  expect((await upload('a,b', '..')).statusCode).toBe(400)
})

atNight(() => {
  it('what a look through the shop finds is kept until the next one', async () => {
    const found = async () => (await call('GET', 'today/findings')).json()
    expect(await found()).toEqual({ checked_at: null, is_old: true, is_running: false, findings: [] })
    for (const _ of [1, 2])
      expect(await ended((await call('POST', 'today/check', {})).json())).toMatchObject({
        state: 'done',
        kind: 'check',
      })
    const { is_old, findings } = await found()
    expect(is_old).toBe(false)
    expect(findings).toContainEqual(expect.objectContaining({ id: 'no_products', level: 'warning' }))
    test.clock.advance(60)
    expect((await call('PATCH', 'settings', { set: { tagline: 'New' } })).statusCode).toBe(200)
    expect(await found()).toMatchObject({ is_old: true })
    expect(
      (await call('GET', 'jobs')).json().filter(({ kind }: { kind: string }) => kind === 'check'),
    ).toHaveLength(1)
  })

  it('a backup is made, listed, downloaded and restored to a copy, which the shop outlives', async () => {
    expect(await ended((await call('POST', 'backups', {})).json())).toMatchObject({
      state: 'done',
      kind: 'backup',
    })
    const [backup] = (await call('GET', 'backups')).json()
    const reply = await call('GET', `backups/${backup.name}`)
    expect(reply.rawPayload.length).toBe(backup.bytes)
    const restored = await ended((await call('POST', `backups/${backup.name}/restore`, {})).json())
    const folder = join(test.shop.config.dataDir, 'restored')
    expect(restored).toMatchObject({
      state: 'done',
      kind: 'restore',
      message: expect.stringContaining(folder),
    })
    expect(existsSync(join(folder, 'haat.db'))).toBe(true)
    expect((await call('GET', 'jobs')).statusCode).toBe(200)
    expect((await call('GET', 'backups/haat-..%2f..%2fsecrets.tar.gz')).statusCode).toBe(404)
  })

  it('refused rows are downloaded as rows, corrected and imported', async () => {
    const imported = async (text: string) =>
      ended((await call('POST', 'imports', { file: (await upload(text)).json().file })).json())
    const first = await imported(
      'name,price,hsn,category\nOar,450,4421,Boats\nSail,lots,0601,"Boats, small"\n',
    )
    expect(first).toMatchObject({ import: { created: 1, refused: 1 } })
    const { body } = await call('GET', `jobs/${first.id}/refused`)
    expect(body).toContain('"Sail","lots","=""0601""","Boats, small","Line 3, price “lots”: Give an amount')
    const again = await imported(body)
    expect(again).toMatchObject({ import: { refused: 1, unused: [] } })
    expect((await call('GET', `jobs/${again.id}/refused`)).body).toBe(body.replace('Line 3', 'Line 2'))
    expect(await imported(body.replace('"lots"', '"900"'))).toMatchObject({
      import: { created: 1, refused: 0, categories: ['Boats, small'] },
    })
    const [sail] = (await call('GET', 'products?search=Sail')).json()
    expect((await call('GET', `products/${sail.id}`)).json()).toMatchObject({ hsn: '0601', price: 900 })
  })

  it('a file whose name is in no known column is tried again with the column that the merchant chooses', async () => {
    const { file } = (await upload('Maal,price,Mfg note\nAnchor,800,Heavy\n')).json()
    const trial = await ended((await call('POST', 'imports', { file, dry_run: true })).json())
    expect(trial).toMatchObject({
      state: 'failed',
      import: null,
      message: 'No column was recognised as the name. The file has these columns: Maal, price, Mfg note.',
      columns: { layout: 'plain', columns: { price: 'price' }, unused: ['Maal', 'Mfg note'] },
    })
    const map = { name: 'Maal' }
    const mapped = await ended((await call('POST', 'imports', { file, map, dry_run: true })).json())
    expect(mapped).toMatchObject({ state: 'done', import: { created: 1, refused: 0 }, columns: null, map })
  })
})
