/** Why a webhook could not be sent; the code goes to the log. */
export function failure(code: string, message: string): Error {
  return Object.assign(new Error(message), { code })
}
