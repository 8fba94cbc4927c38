/** The hospital of the examples, whose refunds from 1,000.00 on wait for a second person. */
import {
  createHospitalPayments,
  type HospitalPayments,
  memoryRepository,
  type PaymentRepository,
} from 'hospital-payments'
import { sampleHospital, sampleMorning } from '../../../examples/finance-desk/sample.js'
import { hospitalZone } from '../../../examples/settle-statement/hospital.js'

/** Makes a service over the repository of another one. */
export function serviceOfTwo(repository: PaymentRepository): HospitalPayments {
  return createHospitalPayments({
    repository,
    timeZone: hospitalZone,
    clock: () => Date.parse(sampleMorning),
    refundApproval: ({ amount }) => amount >= 100_000,
  })
}

export async function hospitalOfTwo(repository: PaymentRepository = memoryRepository()): Promise<HospitalPayments> {
  await sampleHospital(repository)
  return serviceOfTwo(repository)
}
