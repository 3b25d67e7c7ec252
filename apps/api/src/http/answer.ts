/** A reply with another success status than its endpoint's own. */
export class Answer<Reply> {
  readonly status: 200 | 201 | 202
  readonly reply: Reply

  constructor(status: 200 | 201 | 202, reply: Reply) {
    this.status = status
    this.reply = reply
  }
}

export const answer = <Reply>(status: 200 | 201 | 202, reply: Reply): Answer<Reply> =>
  new Answer(status, reply)
