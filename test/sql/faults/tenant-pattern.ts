import type { Message, Pattern } from '../../support/fault-proxy.js'

/** Matches every statement about the rows of one tenant, so that many operations can share a proxy. */
export const ofTenant =
  (tenant: string): Pattern =>
  ({ kind, bytes }) =>
    kind !== 'prepare' && bytes.includes(tenant)

/** The question that a session is asked once, before its first statement. */
const question = /^(SHOW default_transaction_isolation|SELECT @@autocommit)/

/** Matches every statement of a call, however new its connection is. */
export const ofCalls = ({ kind, text }: Message): boolean => kind !== 'prepare' && !question.test(text)
