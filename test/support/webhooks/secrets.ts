/** Secrets of webhooks, in the form of Standard Webhooks. */
export const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'
export const olderSecret = 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD'
