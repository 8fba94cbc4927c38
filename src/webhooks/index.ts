export type { WebhookSenderOptions } from './options.js'
export { webhookSender } from './sender.js'
export { signWebhook, type WebhookHeaders, type WebhookToSign } from './sign.js'
export { verifyWebhook, type WebhookToVerify } from './verify.js'
