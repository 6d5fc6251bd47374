export { ClientAddress } from './receiving/client-address.ts';
export type { Exchange, Guard } from './exchange.ts';
export { httpApp } from './http-app.ts';
export { openManagement } from './serving/management.ts';
export { serve, type ServeOptions } from './serving/serve.ts';
