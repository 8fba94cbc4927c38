export type {
  AttemptRequest,
  CallbackContent,
  CallbackMessage,
  CallbackReply,
  CallbackRequest,
  JsonObject,
  Outcome,
  Provider,
  ProviderLimits,
} from '../domain/attempts/provider.js'
export type { MpesaValidate, MpesaValidation } from './mpesa/callbacks.js'
export { mpesa, type MpesaOptions, type MpesaProvider } from './mpesa/mpesa.js'
export { chapa, type ChapaOptions } from './chapa/chapa.js'
export { mtnMomo, type MtnMomoOptions } from './mtn-momo/mtn-momo.js'
export type { RegisterPullOptions } from './mpesa/pull.js'
export { type MpesaResult, mpesaResults } from './mpesa/result-codes.js'
export { stripe, type StripeOptions } from './stripe/stripe.js'
export type { ConnectionOptions } from './options.js'
