import ts from 'typescript'
import { nodes, parse } from '../../support/source-files.js'
import { read } from './paths.js'

/** Returns the names of the properties of an interface in a source file, in their order. */
export function propertiesOf(path: string, name: string): readonly string[] {
  const { tree } = parse(path, read(path))
  const declaration = nodes(tree).find((node) => ts.isInterfaceDeclaration(node) && node.name.text === name)
  if (!declaration || !ts.isInterfaceDeclaration(declaration)) throw new Error(`${path} has no interface ${name}`)
  return declaration.members.flatMap((member) => (member.name ? [member.name.getText(tree)] : []))
}
