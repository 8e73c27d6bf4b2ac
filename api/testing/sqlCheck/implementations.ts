import type { Expression, MethodSignatureDeclaration, SourceFile } from 'typescript/unstable/ast'
import {
  isObjectLiteralExpression,
  isPropertyAssignment,
  isVariableStatement,
} from 'typescript/unstable/ast/is'
import type { Checker, Type } from 'typescript/unstable/sync'

/** Finds what implements a method of an interface: properties of objects such as `export const contacts: Contacts = { … }`. */
export type FindImplementations = (method: MethodSignatureDeclaration) => Expression[]

export function findImplementations(checker: Checker, files: readonly SourceFile[]): FindImplementations {
  const objects = files.flatMap((file) => typedObjects(checker, file))
  return (method) => {
    const name = method.name.getText()
    return objects.flatMap(({ type, properties }) => {
      const property = checker.getPropertiesOfType(type).find((one) => one.name === name)
      const declared = property?.declarations.some((one) => one.resolve() === method)
      const found = properties.get(name)
      return declared && found ? [found] : []
    })
  }
}

/** Object literals of the top level with a type annotation. */
const typedObjects = (checker: Checker, file: SourceFile) => {
  const found: { type: Type; properties: Map<string, Expression> }[] = []
  file.forEachChild((statement) => {
    if (!isVariableStatement(statement)) return
    for (const { type: typeNode, initializer } of statement.declarationList.declarations) {
      const type = typeNode && checker.getTypeFromTypeNode(typeNode)
      if (!type || !initializer || !isObjectLiteralExpression(initializer)) continue
      const properties = initializer.properties.filter(isPropertyAssignment)
      found.push({
        type,
        properties: new Map(properties.map((one) => [one.name.getText(), one.initializer])),
      })
    }
  })
  return found
}
