/** What a whole category has in common. */
export interface Shelf {
  category: string
  tone: string
  /** Drawings that stand around a product when it has no company of its own. */
  company: [string, string, ...string[]]
}

/** Prices in rupees; `mrp` null where none is printed. */
export interface Option {
  color?: string
  size?: string
  name?: string
  price: number
  mrp: number | null
  stock: number
  /** Pieces in it, for the picture of a multipack. */
  copies?: number
}

export interface Item {
  code: string
  name: string
  brand: string
  hsn: string
  gst: 0 | 5 | 12 | 18 | 28
  from?: string
  short: string
  about: string
  rating: number
  age: number
  flags?: string
  draw: string
  /** Colour of the drawing where the options name none. */
  paint?: string
  company?: string[]
  spot?: [number, number]
  /** Weight in kg, then length, breadth and height in cm. */
  parcel: [number, number, number, number]
  options: Option[]
  uploaded?: string
  youtube?: string
}

/** A product that comes in one kind only. */
export const only = (price: number, mrp: number | null, stock: number): Option[] => [{ price, mrp, stock }]

/** Variants that differ in one label: `[label, price, mrp, stock, copies?]`. The first is the default. */
type Row = [label: string, price: number, mrp: number | null, stock: number, copies?: number]

export const sizes = (...rows: Row[]): Option[] =>
  rows.map(([size, price, mrp, stock]) => ({ size, price, mrp, stock }))

export const colours = (...rows: Row[]): Option[] =>
  rows.map(([color, price, mrp, stock]) => ({ color, price, mrp, stock }))

export const kinds = (...rows: Row[]): Option[] =>
  rows.map(([name, price, mrp, stock, copies]) => ({ name, price, mrp, stock, copies }))

/** Variants that differ in colour and size at one price: `[colour, size, stock]`. */
export const fits = (price: number, mrp: number | null, ...rows: [string, string, number][]): Option[] =>
  rows.map(([color, size, stock]) => ({ color, size, price, mrp, stock }))

export const kebab = (text: string): string =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
