export { createDesk } from './desk.js'
export { amharic } from './languages/amharic.js'
export { french } from './languages/french.js'
export { swahili } from './languages/swahili.js'
export type { DeskAnswer, DeskOptions, SignInRedirect } from './options.js'
export { english as deskMessages, type MessageKey, type Messages } from './parts/messages.js'
export type { DeskScope, ReceiptHead } from './parts/view.js'
export type {
  AuthenticationContext,
  ByPrincipal,
  CsvColumn,
  CsvMapping,
  FailureContext,
  Handler,
  Principal,
} from '../http/index.js'
