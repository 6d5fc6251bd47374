import { useParams, useSearch } from '@tanstack/react-router';

/** The query of the address, in which a person may have typed anything. */
export function useQueryOfAddress(): Readonly<Record<string, unknown>> {
  return useSearch({ strict: false });
}

/** The id in the address of a record's page. */
export function useIdOfAddress(): string {
  const parameters: Readonly<Record<string, string | undefined>> = useParams({ strict: false });
  return parameters['id'] ?? '';
}

/** A text of the query; everything else is none. */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}
