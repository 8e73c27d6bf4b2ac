import {
  type ContextMenuParams,
  clipboard,
  Menu,
  type MenuItemConstructorOptions,
  type WebContents,
} from 'electron'
import { openOutside } from './locks.ts'
import { isExternalLink } from './origin.ts'

/** Native context menus: spelling and editing in text fields, Copy for selected text, links. */
export function setupContextMenu(contents: WebContents) {
  contents.on('context-menu', (_event, params) => {
    const items = [...spelling(params, contents), ...link(params), ...editing(params)]
    if (items.length > 0) Menu.buildFromTemplate(items).popup()
  })
}

const separator: MenuItemConstructorOptions = { type: 'separator' }

function spelling({ misspelledWord, dictionarySuggestions }: ContextMenuParams, contents: WebContents) {
  if (misspelledWord === '') return []
  const suggestions: MenuItemConstructorOptions[] = dictionarySuggestions.map((word) => ({
    label: word,
    click: () => contents.replaceMisspelling(word),
  }))
  const none: MenuItemConstructorOptions = { label: 'No suggestions', enabled: false }
  return [
    ...(suggestions.length > 0 ? suggestions : [none]),
    separator,
    {
      label: 'Add to Dictionary',
      click: () => contents.session.addWordToSpellCheckerDictionary(misspelledWord),
    },
    separator,
  ]
}

function link({ linkURL }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (!isExternalLink(linkURL)) return []
  return [
    { label: 'Open Link in Browser', click: () => void openOutside(linkURL) },
    { label: 'Copy Link', click: () => clipboard.writeText(linkURL) },
    separator,
  ]
}

function editing({ isEditable, selectionText, editFlags }: ContextMenuParams): MenuItemConstructorOptions[] {
  if (isEditable) {
    return [
      { role: 'undo', enabled: editFlags.canUndo },
      { role: 'redo', enabled: editFlags.canRedo },
      separator,
      { role: 'cut', enabled: editFlags.canCut },
      { role: 'copy', enabled: editFlags.canCopy },
      { role: 'paste', enabled: editFlags.canPaste },
      separator,
      { role: 'selectAll', enabled: editFlags.canSelectAll },
    ]
  }
  return selectionText.trim() === '' ? [] : [{ role: 'copy' }]
}
