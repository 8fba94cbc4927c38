import { describe, expect, it } from 'vitest'
import { hostName } from '../../src/webhooks/host-name.js'

describe('hostName', () => {
  it.each([
    ['erp.hospital.local', 'erp.hospital.local'],
    ['ERP.Hospital.LOCAL', 'erp.hospital.local'],
    ['erp', 'erp'],
    ['erp_1.hospital.local', 'erp_1.hospital.local'],
    ['erp.hospital.local.', 'erp.hospital.local.'],
    ['bücher.test', 'xn--bcher-kva.test'],
    ['xn--bcher-kva.test', 'xn--bcher-kva.test'],
    ['ሆስፒታል.et', 'xn--gxdo3j6jw3b.et'],
    ['10.0.0.1', '10.0.0.1'],
    ['10.1', '10.0.0.1'],
    ['0x7f.1', '127.0.0.1'],
    ['::1', '[::1]'],
    ['[::1]', '[::1]'],
    ['FD00:0:0::A', '[fd00::a]'],
    ['::ffff:10.0.0.1', '[::ffff:a00:1]'],
  ])('spells %s as %s', (text, spelled) => {
    expect(hostName(text)).toBe(spelled)
  })

  it.each([
    '',
    ' ',
    ' erp',
    'erp ',
    'e rp',
    'e\trp',
    'erp\n',
    'erp\0',
    'https://erp',
    '//erp',
    '\\\\erp',
    'erp/',
    'erp/path',
    'erp?',
    'erp?query',
    'erp#',
    'erp#part',
    'erp:443',
    'erp:8443',
    'erp:',
    '[::1]:443',
    '[::1]:8443',
    '[::1',
    '::1]',
    'fe80::1%eth0',
    'user@erp',
    '@erp',
    ':@erp',
    '*.hospital.local',
    '256.0.0.1',
    'a..b/',
    'xn--a',
  ])('takes %j for no host', (text) => {
    expect(hostName(text)).toBeNull()
  })
})
