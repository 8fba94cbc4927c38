/** The parts that need Node, loaded when the first webhook is sent: verifying one needs none of them. */
export { addressesOf } from './addresses.js'
export { post } from './post.js'
