/**
 * A request of the merchant that cannot be carried out. The message is one line for the merchant: what is wrong
 * and, where possible, what to do. The command line prints it and exits with code 2.
 */
export class UserError extends Error {}
