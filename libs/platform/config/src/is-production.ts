/** Whether the process serves real tenants; elsewhere it also checks its own answers. */
export const isProduction = process.env['NODE_ENV'] === 'production';
