import {
  BadRequestException,
  Body,
  Controller,
  Get,
  Inject,
  NotFoundException,
  Param,
  Post,
  Req,
  UseFilters,
  UseGuards,
} from '@nestjs/common'
import { type HospitalPayments, parseAmount } from 'hospital-payments'
import { KeysGuard } from './keys.guard.js'
import { PaymentErrorFilter } from './payment-error.filter.js'
import type { AuthenticatedRequest } from './principal.js'
import { PAYMENTS } from './tokens.js'

/** The host's own routes, which use the service. */
@Controller('invoices')
@UseGuards(KeysGuard)
@UseFilters(PaymentErrorFilter)
export class InvoicesController {
  constructor(@Inject(PAYMENTS) private readonly payments: HospitalPayments) {}

  @Post(':number/payment')
  async ask(@Param('number') number: string, @Body() body: { amount?: string }, @Req() request: AuthenticatedRequest) {
    const amount = parseAmount(String(body.amount), 'ETB')
    if (amount === null) throw new BadRequestException('amount: a number of birr, as text')
    const bill = { amount, currency: 'ETB', reference: number, channel: 'cash' }
    const { id, status, instructions } = await this.payments.createPayment(bill, {
      idempotencyKey: `${number}/1`,
      actor: request.user!.name,
    })
    return { id, status, instructions }
  }

  @Get(':number/payment')
  async find(@Param('number') number: string) {
    const [payment] = (await this.payments.findByReference(number)).items
    if (!payment) throw new NotFoundException()
    return payment
  }
}
