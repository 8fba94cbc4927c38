import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { root } from './collect-payments.js'

it('the worker delivers what is due, expires a payment, and ends when it is asked to', async () => {
  const command = ['--import', 'tsx', 'examples/worker/main.ts']
  const { stdout, stderr } = await promisify(execFile)(process.execPath, command, { cwd: root })
  const lines = stdout.trim().split('\n')
  expect(lines[0]).toBe('The worker begins.')
  expect(lines.slice(1, 4).sort()).toEqual([
    'payment.created: INV-1',
    'payment.created: INV-2',
    'payment.expired: INV-2',
  ])
  expect(lines.slice(4)).toEqual(['The worker has ended: SIGTERM.'])
  expect(stderr).toBe('')
}, 60_000)
