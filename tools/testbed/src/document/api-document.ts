import { Ajv2020 } from 'ajv/dist/2020.js';

export interface Schema {
  /** Keywords that the schema alone looks at. */
  readonly [keyword: string]: unknown;
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly readOnly?: boolean;
  readonly format?: string;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
}

export interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An answer, or a reference to one of the components. */
export interface Answer {
  readonly $ref?: string;
  readonly 'x-codes'?: readonly string[];
  readonly headers?: Readonly<Record<string, { readonly $ref?: string }>>;
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

interface Header {
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation with its address. A document that is read has its answers in the place of references to them. */
export interface Operation {
  readonly operationId: string;
  readonly method: string;
  readonly path: string;
  readonly tags?: readonly string[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly responses: Readonly<Record<string, Answer>>;
}

/** The members of an OpenAPI document that are read here. */
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Omit<Operation, 'method' | 'path'>>>>>;
  readonly components: {
    readonly schemas?: Readonly<Record<string, Schema>>;
    readonly headers?: Readonly<Record<string, Header>>;
    readonly responses?: Readonly<Record<string, Answer>>;
  };
}

/** A document that answers what requests there are, and which answers. It is read anew in every run. */
export class ApiDocument {
  readonly operations: readonly Operation[];
  readonly #openApi: OpenApi;
  readonly #ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false });
  readonly #validators = new WeakMap<Schema, (value: unknown) => string | undefined>();

  constructor(openApi: OpenApi) {
    this.#openApi = openApi;
    this.#ajv.addSchema({ $id: 'document:', components: openApi.components });
    this.operations = Object.entries(openApi.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const answers = Object.entries(operation.responses).map(
          ([status, answer]) => [status, answer.$ref ? this.named(nameIn(answer.$ref) ?? '') : answer] as const,
        );
        return { ...operation, responses: Object.fromEntries(answers), method: method.toUpperCase(), path };
      }),
    );
  }

  /** The problem of the value by the schema, or undefined. */
  problemOf(schema: Schema, value: unknown): string | undefined {
    let validate = this.#validators.get(schema);
    if (validate === undefined) {
      const text = JSON.stringify(schema).replaceAll('"#/components/', '"document:#/components/');
      const compiled = this.#ajv.compile(JSON.parse(text) as object);
      validate = (one) => (compiled(one) ? undefined : this.#ajv.errorsText(compiled.errors).slice(0, 500));
      this.#validators.set(schema, validate);
    }
    return validate(value);
  }

  /** The schema itself where another one only names it. */
  resolve(schema: Schema): Schema {
    const name = nameIn(schema.$ref);
    return name === undefined ? schema : this.resolve(this.#openApi.components.schemas?.[name] ?? {});
  }

  /** The headers of an answer. */
  headersOf({ headers = {} }: Answer): readonly (readonly [name: string, header: Header])[] {
    return Object.entries(headers).flatMap(([name, { $ref }]) => {
      const header = this.#openApi.components.headers?.[nameIn($ref) ?? ''];
      return header === undefined ? [] : [[name, header] as const];
    });
  }

  /** An answer that several operations share, or one at addresses and to methods that no operation has. */
  named(name: string): Answer {
    const answer = this.#openApi.components.responses?.[name];
    if (answer === undefined) {
      throw new Error(`The document does not say what ${name} is.`);
    }
    return answer;
  }
}

function nameIn(reference: string | undefined): string | undefined {
  return reference?.slice(reference.lastIndexOf('/') + 1);
}
