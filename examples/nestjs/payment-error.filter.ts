import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common'
import type { Response } from 'express'
import { isPaymentError } from 'hospital-payments'
import { BaseExceptionFilter } from '@nestjs/core'

/** Errors of the library with their own status and code; all others as Nest answers them. */
@Catch()
export class PaymentErrorFilter extends BaseExceptionFilter implements ExceptionFilter {
  override catch(error: unknown, host: ArgumentsHost): void {
    if (!isPaymentError(error)) return super.catch(error, host)
    const { code, message, details, httpStatus } = error
    host.switchToHttp().getResponse<Response>().status(httpStatus).json({ error: { code, message, details } })
  }
}
