/** What the API server and the storefront's build for the server agree on: how pages are rendered. */
import type { Language } from './languages.ts'

/** A reply of a public GET call. */
export interface PageReply {
  status: number
  /** The body as it is sent. */
  json: string
}

export interface RenderedPage {
  /** Markup for the end of the document's head: title, description and other tags. */
  head: string
  /** Markup of the storefront, for `#root`. */
  body: string
  /** Every reply that the page shows, by its address. */
  replies: ReadonlyMap<string, PageReply>
  /** Whether the address names a page after the last one of a list: there is no such page. */
  isPastEnd: boolean
}

/** What the storefront's build for the server exports. */
export interface PageRenderer {
  /**
   * The address without the parts of its query that the page does not depend on: pages with the same address are the
   * same. Null for a screen that only the browser renders, because it is a customer's own.
   */
  pageAddress(address: string): string | null
  /**
   * Renders a page of public data.
   *
   * @param address from `pageAddress`
   * @param read the server's reply to a public GET call
   * @param language English without it
   * @returns null when a call fails
   * @throws when a part of the page cannot be rendered
   */
  renderPage(
    address: string,
    read: (address: string) => Promise<PageReply>,
    language?: Language,
  ): Promise<RenderedPage | null>
}

/** Hides links to code in a rendered page from the browser, until start.js puts them into the document. */
export const codeForLater = (tags: string): string => `<template data-code>${tags}</template>`

/** The id of the script element that holds the replies of a rendered page, as `StoredReplies`. */
export const REPLIES_ELEMENT = 'replies'

/** By address: the status of each reply and its parsed body. */
export type StoredReplies = Record<string, { status: number; body: unknown }>

/** The metric of the Server-Timing header whose description is the shop's time, ISO 8601. */
export const TIME_METRIC = 'now'
/** The metric that says that the shop's clock stands still. */
export const FROZEN_METRIC = 'frozen'
