interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly options: readonly (readonly [Value, string])[];
  readonly isDisabled?: boolean;
  readonly choose: (value: Value) => void;
}

/** A choice of one of several values. */
export function Choice<Value extends string>({
  label,
  value,
  options,
  isDisabled = false,
  choose,
}: ChoiceProps<Value>) {
  return (
    <label>
      {label}{' '}
      <select
        value={value}
        disabled={isDisabled}
        onChange={({ currentTarget }) => {
          const found = options.find(([one]) => one === currentTarget.value);
          if (found !== undefined) choose(found[0]);
        }}
      >
        {options.map(([one, shown]) => (
          <option key={one} value={one}>
            {shown}
          </option>
        ))}
      </select>
    </label>
  );
}
