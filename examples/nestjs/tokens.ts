/** `@Inject(PAYMENTS) payments: HospitalPayments` */
export const PAYMENTS = Symbol('hospital-payments')
export const PAYMENTS_OPTIONS = Symbol('hospital-payments options')
