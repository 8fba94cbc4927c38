/** Calls that store groups of bills and pay them, and say what was answered. */
import { changeFixture, insertFixture, paymentFixture } from 'hospital-payments/testing'
import type { Work } from '../../support/kills/work.js'

export const groups = 2

export const work: Work = (repository, [size], say) =>
  Array.from({ length: groups }, (_, number) => {
    const reference = `group ${number}`
    const payments = Array.from({ length: Number(size) }, (_, i) =>
      paymentFixture({ id: `pay_${number}_${i}`, reference }),
    )
    return [
      async () => {
        await repository.insert(payments.map((payment) => insertFixture(payment)))
        say(`inserted ${number}`)
      },
      async () => {
        const changes = payments.map((payment) => changeFixture(payment, { status: 'succeeded' }))
        const lines = payments.map(({ id }) => ({ key: `line ${id}`, paymentIds: [id] }))
        await repository.replace({ changes, lines })
        say(`replaced ${number}`)
      },
    ]
  }).flat()
