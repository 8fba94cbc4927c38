import { execFile } from 'node:child_process'
import { cp, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const exec = promisify(execFile)
export const project = fileURLToPath(new URL('../../', import.meta.url))

export interface Installed {
  /** An empty project that has the packed library and nothing else. */
  readonly folder: string
  readonly tarball: string
  dispose(): Promise<void>
}

/** Packs what `npm run build` left in dist and installs the tarball the way a host would. */
export async function packAndInstall(): Promise<Installed> {
  const folder = await mkdtemp(join(tmpdir(), 'hospital-payments-'))
  const packed = await run('npm', ['pack', '--json', '--pack-destination', folder], project)
  const [{ filename }] = JSON.parse(packed) as [{ filename: string }]
  const tarball = join(folder, filename)
  await cp(join(project, 'test/package/consumer'), folder, { recursive: true })
  await writeFile(join(folder, 'package.json'), JSON.stringify({ name: 'consumer', private: true }))
  await run('npm', ['install', '--prefer-offline', '--no-audit', '--no-fund', tarball], folder)
  return { folder, tarball, dispose: () => rm(folder, { recursive: true, force: true }) }
}

/** Returns the standard output of a command; a failure has its standard error. */
export async function run(command: string, args: readonly string[], cwd: string): Promise<string> {
  const bin = join(project, 'node_modules/.bin')
  const env = { ...process.env, PATH: `${bin}:${process.env['PATH']}` }
  return exec(command, args, { cwd, env, maxBuffer: 64 * 2 ** 20 }).then(
    ({ stdout }) => stdout,
    // The message holds the command and its standard error.
    ({ message, stdout }: { message: string; stdout: string }) => {
      throw new Error(`${message}\n${stdout}`)
    },
  )
}

const programs = new Map<number, Promise<string>>()

/** Returns the program of that line of Node, from npm where it is another than this one. */
export function nodeOf(line: number): Promise<string> {
  const program =
    programs.get(line) ??
    (process.version.startsWith(`v${line}.`)
      ? Promise.resolve(process.execPath)
      : run('npx', ['-y', '-p', `node@${line}`, 'node', '--print', 'process.execPath'], tmpdir()).then((path) =>
          path.trim(),
        ))
  programs.set(line, program)
  return program
}

/** Reads the files of the installed package, with their text. */
export async function installedFiles({ folder }: Installed): Promise<readonly { path: string; text: string }[]> {
  const root = join(folder, 'node_modules/hospital-payments')
  const entries = await readdir(root, { recursive: true, withFileTypes: true })
  return Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map(async (path) => ({ path: path.slice(root.length + 1), text: await readFile(path, 'utf8') })),
  )
}
