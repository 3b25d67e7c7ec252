import type { DemoCategory, DemoPicture } from './shape.ts'

const display = (
  seed: string,
  tone: string,
  drawing: string,
  second: string,
  third: string,
): DemoPicture => ({
  look: 'category',
  drawing,
  tone,
  seed,
  companions: [second, third],
})

const category = (
  slug: string,
  name: string,
  tone: string,
  drawings: [string, string, string],
): DemoCategory => ({
  slug,
  name,
  picture: display(slug, tone, ...drawings),
})

export const categories: DemoCategory[] = [
  category('lab-equipment', 'Lab Equipment', 'sage', ['microscope', 'conical-flask', 'beaker']),
  category('sneakers', 'Sneakers', 'oat', ['high-top', 'running-shoe', 'court-shoe']),
]
