import type { SourcePlace } from '../../model/findings/findings.js';

interface FooterProps {
  readonly sentence: string;
  readonly place: SourcePlace | undefined;
  readonly cause: SourcePlace | undefined;
  readonly line: () => void;
  readonly goToCause: () => void;
  readonly worst: () => void;
  /** Items that are not drawn, and missing data. */
  readonly omitted: string | undefined;
  readonly missing: readonly string[];
  /** Why something is not drawn. */
  readonly failure: string | undefined;
  readonly retry: () => void;
  readonly focus: (() => void) | undefined;
  readonly focusName: string | undefined;
}

/** The chosen item in words, with further actions. */
export function Footer(props: FooterProps) {
  const { sentence, place, cause, line, goToCause, worst, omitted, missing, failure, retry, focus, focusName } = props;
  return (
    <footer>
      <p class="told" role="status" aria-live="polite" title={sentence}>
        {sentence}
      </p>
      <p class="ways">
        {place !== undefined && (
          <button class="plain link" onClick={line}>
            line {place.line} <kbd>Enter</kbd>
          </button>
        )}
        {cause !== undefined && (
          <button class="plain link" onClick={goToCause}>
            cause line {cause.line} <kbd>c</kbd>
          </button>
        )}
        <button class="plain link" onClick={worst}>
          next worst <kbd>n</kbd>
        </button>
        {focus !== undefined && focusName !== undefined && (
          <button class="plain link short" title={focusName} onClick={focus}>
            color {focusName}
          </button>
        )}
        {omitted !== undefined && <span class="quiet omitted">{omitted}</span>}
        {failure !== undefined && (
          <span class="problem" role="alert">
            {failure} <button onClick={retry}>Retry</button>
          </span>
        )}
        {missing.map((one) => (
          <span key={one} class="quiet">
            {one}
          </span>
        ))}
      </p>
    </footer>
  );
}
