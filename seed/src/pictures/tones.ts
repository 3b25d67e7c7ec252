/** A backdrop palette: wall, floor, the shade of props, and the one accent used for cartons and cards. */
export interface Tone {
  wall: string
  floor: string
  prop: string
  shade: string
  accent: string
}

/** One restrained palette per category; all share the same warm light. */
export const tones: Record<string, Tone> = {
  sage: { wall: '#e6ebe4', floor: '#f2f3ed', prop: '#d0dbcf', shade: '#53655a', accent: '#3f6b5c' },
  sand: { wall: '#f3e6d6', floor: '#faf2e7', prop: '#e8d0b3', shade: '#7a5c3d', accent: '#b4522c' },
  oat: { wall: '#ece6de', floor: '#f6f2ec', prop: '#dbd0c2', shade: '#665a4c', accent: '#3b3a45' },
  blush: { wall: '#f5e4de', floor: '#fbf1ec', prop: '#ebcfc5', shade: '#7d5a50', accent: '#a04f56' },
  stone: { wall: '#e5e4e6', floor: '#f2f1f1', prop: '#d2d0d4', shade: '#55535c', accent: '#2f3f63' },
  butter: { wall: '#f6ebcd', floor: '#fcf5e2', prop: '#ecd9a5', shade: '#75622f', accent: '#c2741b' },
  clay: { wall: '#eae0d8', floor: '#f5eee8', prop: '#d7c4b6', shade: '#65503f', accent: '#8a4b2f' },
  mint: { wall: '#dfeeea', floor: '#eff7f4', prop: '#c5dfd8', shade: '#416760', accent: '#1f7a72' },
  moss: { wall: '#e7e9d8', floor: '#f3f4e9', prop: '#d2d6b8', shade: '#5b6140', accent: '#58672f' },
  sky: { wall: '#e1e9f0', floor: '#f0f4f8', prop: '#cbd9e6', shade: '#4d6076', accent: '#33587f' },
  peach: { wall: '#f7e3d0', floor: '#fcf1e6', prop: '#efcfae', shade: '#7f5733', accent: '#a8501f' },
  lilac: { wall: '#e9e4ee', floor: '#f5f1f7', prop: '#d8cde1', shade: '#60506f', accent: '#5f4a83' },
}
