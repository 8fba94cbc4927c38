/** The reference of the public entry points, made of their docstrings: one page for each. */
import { join } from 'node:path'
import { Application, Converter, ReflectionKind } from 'typedoc'
import type { PluginOptions } from 'typedoc-plugin-markdown'

const markdown: PluginOptions = {
  outputFileStrategy: 'modules',
  fileExtension: '.md',
  entryFileName: 'index',
  mergeReadme: false,
  hidePageHeader: true,
  hideBreadcrumbs: true,
  // A page of the site is a template of Vue, which reads `<T>` as an element.
  useHTMLEncodedBrackets: true,
  useHTMLAnchors: true,
  sanitizeComments: true,
  expandObjects: false,
  parametersFormat: 'table',
  interfacePropertiesFormat: 'table',
  typeAliasPropertiesFormat: 'table',
  pageTitleTemplates: { index: 'Entry points', module: ({ name }) => name, member: ({ name }) => name },
}

/** Returns the name of an import: `hospital-payments/sql` for `src/sql/index.ts`. */
function publicName(name: string): string {
  return ['hospital-payments', ...name.split('/').filter((part) => part !== 'index')].join('/')
}

export async function writeApi(root: string, folder: string): Promise<void> {
  const application = await Application.bootstrapWithPlugins({
    entryPoints: [join(root, 'src/index.ts'), join(root, 'src/*/index.ts')],
    tsconfig: join(root, 'tsconfig.json'),
    plugin: ['typedoc-plugin-markdown'],
    outputs: [{ name: 'markdown', path: folder }],
    // `npm run typecheck` does it.
    skipErrorChecking: true,
    groupOrder: ['Functions', 'Variables', 'Classes', 'Interfaces', 'Type Aliases'],
    excludeInternal: true,
    excludePrivate: true,
    excludeExternals: true,
    disableSources: true,
    disableGit: true,
    readme: 'none',
    logLevel: 'Warn',
    validation: { notExported: false, invalidLink: true, notDocumented: false },
    treatWarningsAsErrors: true,
    ...markdown,
  })
  application.converter.on(Converter.EVENT_CREATE_DECLARATION, (_, reflection) => {
    if (reflection.kind === ReflectionKind.Module) reflection.name = publicName(reflection.name)
  })
  const project = await application.convert()
  if (!project) throw new Error('TypeDoc could not read src/')
  application.validate(project)
  await application.generateOutputs(project)
  if (application.logger.hasErrors() || application.logger.hasWarnings()) throw new Error('TypeDoc has warned')
}
