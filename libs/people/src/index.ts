export { newLogin, type Login } from './login.ts';
export { peopleModule } from './module.ts';
export { passwordProblems, type PasswordOwner } from './password-rules.ts';
export { Passwords } from './passwords.ts';
export { PeopleService, type CreatedUser } from './people-service.ts';
export { registerUserWork } from './user-work.ts';
