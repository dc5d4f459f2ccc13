import path from 'node:path'
import ts from 'typescript'
import { root } from '../lib/workspaces.ts'
import type { Published } from './published.ts'

const OURS = /(['"])@atalaya\/([\w-]+)\/([\w-]+)\1/g
const RELATIVE = /(['"])(\.\.?\/[^'"]+)\.tsx?\1/g
/** Sources of our packages, in place of node_modules: the compiler writes no types for packages there. */
const OWN_SOURCES = Object.fromEntries(
  ['contract', 'format'].map((name) => [`@atalaya/${name}/*`, [path.join(root, 'packages', name, 'src/*.ts')]]),
)
const CONTRACT = path.join(root, 'packages/contract/')

/**
 * Types of a package's entries: their files by path, readable without our sources. Types that the contract derives from
 * schemas are written out, so that the schemas' library is not needed.
 */
export function declarationsOf({ folder, entries }: Published): Map<string, string> {
  const home = path.join(root, folder)
  const config = ts.readConfigFile(path.join(home, 'tsconfig.json'), ts.sys.readFile)
  const { options } = ts.parseJsonConfigFileContent(config.config, ts.sys, home)
  const program = ts.createProgram(
    Object.values(entries).map((entry) => path.join(home, entry)),
    {
      ...options,
      incremental: false,
      tsBuildInfoFile: undefined,
      noEmit: false,
      declaration: true,
      rootDir: root,
      paths: OWN_SOURCES,
    },
  )
  const declarations = new Map<string, string>()
  const packages = path.join(root, 'packages')
  for (const source of program.getSourceFiles()) {
    const { fileName, isDeclarationFile } = source
    if (isDeclarationFile || !fileName.startsWith(packages) || fileName.startsWith(CONTRACT)) continue
    program.emit(source, (file, text) => declarations.set(file, text), undefined, true)
  }
  const linked = [...declarations].map(([file, text]) => [outputPath(file), linkImports(file, text)] as const)
  const contractDeclarations = [...namesOfContract(declarations)].map(([file, names]) => {
    const target = outputPath(file).replace(/\.ts$/, '.d.ts')
    return [target, declarationsOfContract(program, file, names)] as const
  })
  return new Map([...linked, ...contractDeclarations])
}

/** `packages/format/src/age.d.ts` lies in `types/format/age.d.ts`. */
const outputPath = (file: string): string =>
  path.posix.join('types', path.relative(path.join(root, 'packages'), file).replace('/src/', '/'))

/** Imports lead to the files beside it, as JavaScript names them. */
function linkImports(file: string, text: string): string {
  const folder = path.dirname(outputPath(file))
  const toOurs = (_all: string, quote: string, name: string, module: string) =>
    `${quote}${path.posix.relative(folder, `types/${name}/${module}.js`)}${quote}`
  return text.replace(OURS, toOurs).replace(RELATIVE, '$1$2.js$1')
}

/** Names imported from the contract, by its files. */
function namesOfContract(declarations: ReadonlyMap<string, string>): Map<string, Set<string>> {
  const namesByFile = new Map<string, Set<string>>()
  for (const [place, text] of declarations) {
    for (const statement of ts.createSourceFile(place, text, ts.ScriptTarget.ESNext).statements) {
      const [, module] = /^@atalaya\/contract\/(.+)$/.exec(statementSource(statement) ?? '') ?? []
      if (module === undefined) continue
      const file = path.join(CONTRACT, 'src', `${module}.ts`)
      const names = namesByFile.get(file) ?? new Set()
      for (const name of importedNames(statement)) names.add(name)
      namesByFile.set(file, names)
    }
  }
  return namesByFile
}

function statementSource(statement: ts.Statement): string | undefined {
  if (!ts.isImportDeclaration(statement) && !ts.isExportDeclaration(statement)) return undefined
  const { moduleSpecifier } = statement
  return moduleSpecifier && ts.isStringLiteral(moduleSpecifier) ? moduleSpecifier.text : undefined
}

function importedNames(statement: ts.Statement): string[] {
  const bindings = ts.isImportDeclaration(statement)
    ? statement.importClause?.namedBindings
    : ts.isExportDeclaration(statement)
      ? statement.exportClause
      : undefined
  if (!bindings || ts.isNamespaceImport(bindings) || ts.isNamespaceExport(bindings)) return []
  return bindings.elements.map(({ name, propertyName }) => (propertyName ?? name).text)
}

const TYPE_FLAGS =
  ts.NodeBuilderFlags.NoTruncation |
  ts.NodeBuilderFlags.InTypeAlias |
  ts.NodeBuilderFlags.UseAliasDefinedOutsideCurrentScope

/** Name of any JSON value in the schemas' library. */
const JSON_OF_LIBRARY = /\bz\.core\.util\.JSONType\b/g
const JSON_TYPE = `export type Json = string | number | boolean | null | Json[] | { [key: string]: Json };\n`

function declarationsOfContract(program: ts.Program, file: string, names: ReadonlySet<string>): string {
  const checker = program.getTypeChecker()
  const source = program.getSourceFile(file)
  const symbol = source && checker.getSymbolAtLocation(source)
  if (!source || !symbol) throw new Error(`${file} is not part of the program`)
  const printer = ts.createPrinter()
  const lines = checker
    .getExportsOfModule(symbol)
    .filter(({ name }) => names.has(name))
    .map((exported) => {
      const node = checker.typeToTypeNode(checker.getDeclaredTypeOfSymbol(exported), source, TYPE_FLAGS)
      if (!node) throw new Error(`${exported.name} of ${file} is no type`)
      return `export type ${exported.name} = ${printer.printNode(ts.EmitHint.Unspecified, node, source)};\n`
    })
  const text = lines.join('').replace(JSON_OF_LIBRARY, 'Json')
  if (/\bz\./.test(text)) throw new Error(`What ${file} exports needs the schemas' library: ${text}`)
  return text.includes('Json') ? `${JSON_TYPE}${text}` : text
}
