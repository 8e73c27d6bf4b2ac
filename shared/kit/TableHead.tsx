interface Props {
  left: readonly string[]
  /** Columns of numbers. */
  right?: readonly string[]
  /** Name of a last column of buttons, for screen readers. */
  action?: string
}

/** The names of the columns of a small table. */
export const TableHead = ({ left, right = [], action }: Props) => (
  <thead>
    <tr>
      {left.map((name) => (
        <th key={name} scope="col">
          {name}
        </th>
      ))}
      {right.map((name) => (
        <th key={name} scope="col" className="sb-right">
          {name}
        </th>
      ))}
      {action && (
        <th scope="col">
          <span className="sb-hidden">{action}</span>
        </th>
      )}
    </tr>
  </thead>
)
