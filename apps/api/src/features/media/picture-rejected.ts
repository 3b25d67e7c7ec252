/** A picture cannot be used; the message tells the user why. */
export class PictureRejected extends Error {
  readonly detail: string | undefined

  constructor(message: string, detail?: string) {
    super(message)
    this.detail = detail
  }
}
