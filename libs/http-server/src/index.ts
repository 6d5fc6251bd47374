export { Exchange, type Guard, type RequestNotes } from './exchange.ts';
export { httpApp, type HttpAppOptions } from './http-app.ts';
export { listen, type Address, type Listening } from './listen.ts';
export { managementApp, type ReadinessChecks, type ServiceState } from './management.ts';
export { apiResults, oauthErrors, problemDetails, type ErrorRenderer, type RenderedError } from './render-error.ts';
export { serve, startService, type ServeOptions, type Service } from './serve.ts';
export { Shutdown } from './shutdown.ts';
