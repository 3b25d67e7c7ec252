/** Starts one shop per worker; they share rendered pictures. Each test file restores its shop to the seeded state. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openShop, type RunningShop } from './shop.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Each worker's shop. */
    shops: Pick<RunningShop, 'url' | 'dataDir'>[]
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const closers: (() => Promise<void>)[] = []
  const pictures = mkdtempSync(join(tmpdir(), 'haat-e2e-pictures-'))
  const close = async (): Promise<void> => {
    await Promise.all(closers.map((closer) => closer()))
    rmSync(pictures, { recursive: true, force: true })
  }
  try {
    const shops = await Promise.all(
      Array.from({ length: project.config.maxWorkers }, async () => {
        const shop = await openShop(pictures)
        closers.push(shop.stop)
        await fetch(`${shop.url}/dev/snapshots/seeded`, { method: 'PUT' })
        return { url: shop.url, dataDir: shop.dataDir }
      }),
    )
    project.provide('shops', shops)
  } catch (error) {
    await close()
    throw error
  }
  return close
}
