/** The names of the values in a text. It follows the rules by which `numbered` reads a text that is written in one piece. */
export type NameIn<
  Text extends string,
  Found extends string = never,
> = Text extends `${infer Code}'${string}'${infer Rest}`
  ? NameIn<Rest, Found | NameInCode<Code>>
  : Found | NameInCode<Text>;

type NameInCode<Code extends string, Found extends string = never> = Code extends `${infer Before}:${infer After}`
  ? After extends `:${infer Rest}`
    ? NameInCode<Rest, Found>
    : NameInCode<After, Found | (Before extends `${string}${WordEnd}` ? never : AsName<FirstWord<After>>)>
  : Found;

type AsName<Word extends string> = Word extends Reserved
  ? never
  : Word extends `${SmallLetter}${string}`
    ? Word
    : never;

type FirstWord<Text extends string, Ends extends readonly string[] = WordEnds> = Ends extends readonly [
  infer End extends string,
  ...infer Others extends readonly string[],
]
  ? FirstWord<Text extends `${infer Word}${End}${string}` ? Word : Text, Others>
  : Text;

type Reserved = 'lock' | 'tenant' | 'schema';
type WordEnds = readonly [' ', '\n', ')', ',', ':', '[', ']', '.', ';', '|', '+', '-', '*', '/', '=', '<', '>'];
type SmallLetter = SignsOf<'abcdefghijklmnopqrstuvwxyz'>;
type WordEnd = SmallLetter | Uppercase<SmallLetter> | SignsOf<'0123456789_)]'>;
type SignsOf<Text extends string> = Text extends `${infer First}${infer Others}` ? First | SignsOf<Others> : never;
