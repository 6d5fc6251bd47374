export { peopleModule } from './module.ts';
export { newLogin, type Login } from './password.ts';
export { PeopleService, type CreatedUser } from './people-service.ts';
export { registerUserWork } from './user-work.ts';
