import { expect, it } from 'vitest'
import { runProgram } from './program.js'

it('examples/worker: delivers what is due, expires a payment, and ends when it is asked to', async () => {
  const { stdout, stderr } = await runProgram('examples/worker/main.ts')
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toBe('The worker begins.')
  expect(lines.slice(1, 4).sort()).toEqual([
    'payment.created: INV-1',
    'payment.created: INV-2',
    'payment.expired: INV-2',
  ])
  expect(lines.slice(4)).toEqual(['The worker has ended: SIGTERM.'])
  expect(stderr).toBe('')
})
