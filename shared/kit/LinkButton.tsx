import { Button, type ButtonProps } from '@blueprintjs/core'

/** A button that looks like a link. */
export const LinkButton = (props: ButtonProps) => <Button {...props} variant="minimal" className="sb-link" />
