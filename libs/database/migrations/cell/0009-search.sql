-- Searches look for the trigrams of words. With LC_CTYPE C the letters beyond ASCII would be separators to them.
create extension pg_trgm with schema cell;
create extension btree_gin with schema cell;

-- A text as searches compare it: case, accents, vowel points and the dot of an i make no difference. Most texts are ASCII, for which the
-- first branch does. PostgreSQL inlines it, which it would not if the function were strict.
create function cell.folded(given text) returns text language sql immutable parallel safe
return case when octet_length(given) = length(given) then lower(given)
  else replace(translate(regexp_replace(
    normalize(lower(given), NFKD),
    '[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u064b-\u065f\u0670\u06d6-\u06dc\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]',
    '', 'g'
  ), 'ıς', 'iσ'), 'ß', 'ss') end;

-- The texts of a record's members as one, folded: each in a line of its own, between line feeds. A line feed in a text becomes a space, so
-- no line begins but where a member does. A function of this language keeps its plans, and costs a third of one in SQL.
create function cell.search_text(variadic texts text[]) returns text language plpgsql immutable parallel safe as $$
declare
  lines text := e'\n' || translate(array_to_string(texts, e'\v'), e'\n\v', e' \n') || e'\n';
begin
  return cell.folded(lines);
end $$;

-- A folded text as a part of a pattern of LIKE, in which each character stands for itself.
create function cell.escaped(given text) returns text language sql immutable strict parallel safe
return regexp_replace(cell.folded(given), '([\\%_])', '\\\1', 'g');

-- Whether a folded text has the folded word at its beginning, or behind a character that is neither letter nor digit, as a pattern.
create function cell.word_pattern(word text) returns text language sql immutable strict parallel safe
return '(^|[^[:alnum:]])' || regexp_replace(word, '([^[:alnum:]])', '\\\1', 'g');
