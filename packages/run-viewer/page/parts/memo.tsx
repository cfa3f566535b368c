import { Component, type ComponentChild, type FunctionComponent } from 'preact';

/** The part, drawn anew only when one of its properties is another one. */
export function memo<Props extends object>(
  Part: (props: Props) => ComponentChild,
): FunctionComponent<Props> {
  class Memo extends Component<Props> {
    override shouldComponentUpdate(next: Readonly<Props>): boolean {
      const [before, after] = [this.props, next].map(Object.entries);
      return (
        before!.length !== after!.length ||
        after!.some(([name, value]) => value !== (this.props as Record<string, unknown>)[name])
      );
    }

    override render(props: Props) {
      return <Part {...props} />;
    }
  }
  return Memo as unknown as FunctionComponent<Props>;
}
