import { Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Flash, Moon, More } from '@blueprintjs/icons'
import type { ReactNode } from 'react'
import { switchTheme, useTheme } from '../kit/theme.ts'

interface Props {
  /** The open screen is in the menu only. */
  current: boolean
  /** Items of the workspace. */
  children?: ReactNode
}

/** The last entry of the bottom bar on a phone: a menu of what has no room in the bars. */
export function MoreMenu({ current, children }: Props) {
  const dark = useTheme((state) => state.dark)
  return (
    <PopoverNext
      placement="top-end"
      arrow={false}
      animation="minimal"
      content={
        <Menu aria-label="More">
          {children}
          {children && <MenuDivider />}
          <MenuItem
            icon={dark ? <Flash title={false} /> : <Moon title={false} />}
            text={dark ? 'Use the light theme' : 'Use the dark theme'}
            onClick={switchTheme}
          />
        </Menu>
      }
    >
      <button type="button" className="sb-rail-link sb-rail-more sb-bare" data-current={current || undefined}>
        <span className="sb-tab sb-row">
          <More size={16} title={false} />
          <span>More</span>
        </span>
      </button>
    </PopoverNext>
  )
}
