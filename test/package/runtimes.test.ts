/** The packed library on runtimes other than Node, whose programs npm packages hold, and under the other test runners. */
import { readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Installed, packAndInstall, project, run } from './installed.js'

const worked = 'core, http and webhooks work\n'

let installed: Installed
beforeAll(async () => {
  installed = await packAndInstall()
  await writeFile(
    join(installed.folder, 'print.mjs'),
    "import { run } from './runtime.mjs'\nconsole.log(await run())\n",
  )
})
afterAll(() => installed?.dispose())

const inFolder = (command: string, ...args: string[]) => run(command, args, installed.folder)

/** Puts a package into the folder, without its install scripts; where it cannot be had the test says so and is skipped. */
async function needs(name: string, skip: (note: string) => void): Promise<void> {
  const options = ['--ignore-scripts', '--prefer-offline', '--no-audit', '--no-fund']
  const place = join(installed.folder, 'tools', name.replace(/@.*/, ''))
  await inFolder('npm', 'install', ...options, '--prefix', place, name).catch((error: unknown) => {
    console.warn(`SKIPPED: ${name} cannot be installed here. ${String(error)}`)
    skip(`${name} cannot be installed here`)
  })
}

/** Their package for this machine is optional, and `node_modules/.bin` leads to it only after an install script. */
const binaries = {
  bun: 'tools/bun/node_modules/@oven/bun-linux-x64/bin/bun',
  deno: 'tools/deno/node_modules/@deno/linux-x64-glibc/deno',
  workerd: 'tools/workerd/node_modules/@cloudflare/workerd-linux-64/bin/workerd',
}
const binary = (name: keyof typeof binaries) => join(installed.folder, binaries[name])
const isHere = process.platform === 'linux' && process.arch === 'x64'

describe.skipIf(!isHere)('npm run test:package: the packed library', () => {
  it('works on Bun', async ({ skip }) => {
    await needs('bun@1.4.5', skip)
    expect(await inFolder(binary('bun'), 'print.mjs')).toBe(worked)
  })

  it('works on Deno, which may read files and nothing else', async ({ skip }) => {
    await needs('deno@2.9.6', skip)
    const options = ['run', '--no-remote', '--no-prompt', '--node-modules-dir=manual']
    expect(await inFolder(binary('deno'), ...options, 'print.mjs')).toBe(worked)
  })

  it('works on workerd, bundled, with nodejs_compat', async ({ skip }) => {
    await needs('workerd@1.20261117.1', skip)
    const program =
      "import { run } from './runtime.mjs'\nexport default { test: async () => console.log(await run()) }\n"
    expect(await onWorkerd('whole', program, ['nodejs_compat'])).toContain(worked)
  })

  it('signs and verifies webhooks on workerd without nodejs_compat', async ({ skip }) => {
    await needs('workerd@1.20261117.1', skip)
    const program = `import { signWebhook, verifyHmac, verifyWebhook } from 'hospital-payments/webhooks'
const body = '{}'
const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
export default {
  test() {
    const headers = signWebhook({ id: 'msg_1', timestamp: Math.floor(Date.now() / 1000), body, secrets })
    const hmac = { headers: { 'x-signature': 'none' }, header: 'x-signature', body, secrets }
    console.log(verifyWebhook({ headers, body, secrets }), verifyHmac(hmac), typeof Buffer)
  },
}
`
    expect(await onWorkerd('webhooks', program, [])).toContain('true false undefined\n')
  })
})

/**
 * Bundles for workerd in chunks, as bundlers for it do: the modules of Node alone are in a chunk that is not loaded. The
 * first module is the program.
 */
async function onWorkerd(name: string, program: string, flags: readonly string[]): Promise<string> {
  const { folder } = installed
  await writeFile(join(folder, `${name}.mjs`), program)
  const chunks = ['--bundle', '--splitting', '--format=esm', '--external:node:*', '--out-extension:.js=.mjs']
  await inFolder(join(project, 'node_modules/.bin/esbuild'), `${name}.mjs`, ...chunks, `--outdir=${name}.bundle`)
  const files = await readdir(join(folder, `${name}.bundle`))
  const modules = [`${name}.mjs`, ...files.filter((file) => file !== `${name}.mjs`)].map(
    (file) => `(name = "${file}", esModule = embed "${name}.bundle/${file}")`,
  )
  await writeFile(
    join(folder, `${name}.capnp`),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (services = [(name = "main", worker = .main)]);
const main :Workerd.Worker = (
  modules = [${modules.join(', ')}],
  compatibilityDate = "2026-01-01",
  compatibilityFlags = [${flags.map((flag) => `"${flag}"`).join(', ')}],
);
`,
  )
  return inFolder(binary('workerd'), 'test', `${name}.capnp`)
}

describe('npm run test:package: a project that tests', () => {
  const assertion = "assert.equal(await run(), 'core, http and webhooks work')"

  it('imports and requires the library with node:test', async () => {
    const { folder } = installed
    const esm = `import assert from 'node:assert/strict'\nimport { test } from 'node:test'\nimport { run } from './runtime.mjs'\n`
    await writeFile(join(folder, 'import.test.mjs'), `${esm}test('imported', async () => ${assertion})\n`)
    await writeFile(
      join(folder, 'require.test.cjs'),
      `const { test } = require('node:test')\nconst library = require('hospital-payments')\n` +
        `const { scenario } = require('./scenario.cjs')\n` +
        `test('required', () => scenario(library, library.memoryRepository))\n`,
    )
    const output = await inFolder('node', '--test', '--test-reporter=tap', 'import.test.mjs', 'require.test.cjs')
    expect(output).toMatch(/^# pass 2$/m)
  })

  it('imports and requires the library with Jest', async ({ skip }) => {
    await needs('jest@30.5.2', skip)
    const { folder } = installed
    await writeFile(
      join(folder, 'jest-cjs.test.cjs'),
      `const library = require('hospital-payments')\nconst sql = require('hospital-payments/sql')\n` +
        `const { entries, scenario } = require('./scenario.cjs')\n` +
        `test('required', async () => {\n  await scenario(library, library.memoryRepository)\n  await entries(library, sql)\n})\n`,
    )
    const esm = `import assert from 'node:assert/strict'\nimport { run } from './runtime.mjs'\n`
    await writeFile(join(folder, 'jest-esm.test.mjs'), `${esm}test('imported', async () => ${assertion})\n`)
    const config = { rootDir: folder, testMatch: ['<rootDir>/jest-*.test.*'], testEnvironment: 'node', transform: {} }
    const jest = ['--experimental-vm-modules', 'tools/jest/node_modules/jest/bin/jest.js', '--json']
    const output = await inFolder('node', ...jest, '--config', JSON.stringify(config))
    expect(JSON.parse(output)).toMatchObject({ numPassedTests: 2, numFailedTests: 0 })
  })
})
