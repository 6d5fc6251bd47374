import http from 'k6/http';
import { baseUrl } from './configuration.ts';

/** The cheapest request that the limit of an integration counts. */
export function list(token: string): ReturnType<typeof http.get> {
  const headers = { authorization: `Bearer ${token}` };
  return http.get(`${baseUrl}/api/v1/customers?pageSize=1`, { headers, tags: { kind: 'list' } });
}
