/** All that needs Node, in one place that is loaded when the first webhook is sent: verifying one needs none of it. */
export { addressesOf } from './addresses.js'
export { post } from './post.js'
