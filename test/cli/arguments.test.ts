import { describe, expect, it } from 'vitest'
import { readArguments } from '../../src/cli/arguments.js'
import { UsageError } from '../../src/cli/failures.js'
import { helpOf } from '../../src/cli/help.js'
import { paymentFlags } from '../../src/domain/payments/flags.js'
import { commands } from '../../src/cli/run.js'

const grammar = {
  operand: { name: 'FILE', help: '' },
  options: {
    name: { value: 'NAME', help: '' },
    list: { value: 'A,B', isList: true, help: '' },
    on: { help: '' },
  },
} as const

const read = (args: readonly string[], env = {}) => readArguments(grammar, args, env)

describe('readArguments', () => {
  it('returns texts, lists, switches and one operand', () => {
    const args = read(['a.csv', '--name', 'x', '--list', 'a,b', '--list=c', '--on'])
    expect(args.operand).toBe('a.csv')
    expect(args.text('name')).toBe('x')
    expect(args.list('list')).toEqual(['a', 'b', 'c'])
    expect(args.isOn('on')).toBe(true)
    expect(read([]).text('name')).toBeUndefined()
    expect(read([]).list('list')).toBeUndefined()
    expect(read([]).isOn('on')).toBe(false)
  })

  it('takes an argument before a variable, and an empty variable as absent', () => {
    expect(read(['--name', 'x'], { NAME: 'y' }).setting('name', 'NAME')).toBe('x')
    expect(read([], { NAME: 'y' }).setting('name', 'NAME')).toBe('y')
    expect(read([], { NAME: '' }).setting('name', 'NAME')).toBeUndefined()
  })

  it('refuses arguments that are unknown, empty or too many by name, and repeats no value', () => {
    const secret = 'postgres://u:s3cret@host/db'
    for (const args of [[`--nme=${secret}`], ['--nme', secret], [secret, secret], [`--on=${secret}`], ['--name']]) {
      const refusal = () => read(args)
      expect(refusal).toThrow(UsageError)
      expect(refusal).not.toThrow(/s3cret/)
    }
    expect(() => read(['--nme', 'x'])).toThrow("Unknown option '--nme'.")
    expect(() => read(['--name', '-1'])).toThrow(
      '--name has no value: one that begins with a dash is written --name=-…',
    )
    expect(() => read(['--name=']).text('name')).toThrow('--name is empty.')
    expect(() => read([]).required('name', 'cbe-1000')).toThrow('--name is required, such as --name cbe-1000')
  })

  it('returns numbers and periods only where they are written as such', () => {
    expect(read(['--name', '12']).count('name')).toBe(12)
    for (const wrong of ['0', '-1', '1.5', '1e3', 'x']) {
      expect(() => read([`--name=${wrong}`]).count('name')).toThrow('whole number')
    }
    expect(read(['--name', '2026-11-01..2026-11-30']).period('name')).toEqual({ from: '2026-11-01', to: '2026-11-30' })
    expect(() => read(['--name', '2026-11']).period('name')).toThrow('FROM..TO')
  })
})

describe('helpOf', () => {
  it.each(commands.map((command) => [command.name, command] as const))(
    'lists the options of %s once, with examples',
    (name, command) => {
      const lines = helpOf(command)
      expect(lines[0]).toContain(`npx hospital-payments ${name}`)
      for (const option of [...Object.keys(command.options), 'json', 'help']) {
        expect(lines.filter((line) => line.startsWith(`  --${option} `))).toHaveLength(1)
      }
      expect(lines.filter((line) => line.length > 120)).toEqual([])
      expect(command.examples.length).toBeGreaterThan(0)
    },
  )

  it('writes a long list of words over several lines, all of it', () => {
    const text = helpOf(commands.find(({ name }) => name === 'totals')!).join('\n')
    expect(text.replace(/\n {4,}/g, ' ')).toContain(`  --flag FLAG          ${paymentFlags.join(', ')}\n`)
  })

  it.each(commands.flatMap((command) => command.examples.map((example) => [example, command] as const)))(
    'has an example that can be typed: %s',
    (example, command) => {
      const typed = example.replace(/^([A-Z_]+=\S+ )*/, '').replace(/ > .*/, '')
      const [name, ...args] = Array.from(typed.matchAll(/"([^"]*)"|\S+/g), ([word, quoted]) => quoted ?? word)
      expect(name).toBe(command.name)
      expect(() => readArguments(command, args, {})).not.toThrow()
    },
  )
})
