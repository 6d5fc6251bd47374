import type { ReactNode } from 'react';
import type { ShownProps } from './value-type.ts';

export function ShownText({ value }: ShownProps): ReactNode {
  return typeof value === 'string' || typeof value === 'number' ? <span dir="auto">{value}</span> : null;
}

/** A text whose lines stay where the writer ended them. */
export function ShownLines({ value }: ShownProps): ReactNode {
  return typeof value === 'string' ? (
    <p className="lines" dir="auto">
      {value}
    </p>
  ) : null;
}

/** A link that leads to a program, by an address that is made of the text alone. */
export function shownLink(scheme: 'mailto:' | 'tel:') {
  return function ShownLink({ value }: ShownProps): ReactNode {
    return typeof value === 'string' ? <a href={`${scheme}${linked(value)}`}>{value}</a> : null;
  };
}

/** Programs know an address by its sign and an international number by its plus; all else could be read as a part of the link. */
function linked(text: string): string {
  return encodeURIComponent(text).replaceAll('%40', '@').replaceAll('%2B', '+');
}

/** The API takes addresses of the web alone, and the page looks again before it makes a link. */
export function ShownWebsite({ value }: ShownProps): ReactNode {
  if (typeof value !== 'string') {
    return null;
  }
  return /^https?:\/\//i.test(value) ? (
    <a href={value} target="_blank" rel="noopener noreferrer">
      {value}
    </a>
  ) : (
    <>{value}</>
  );
}
