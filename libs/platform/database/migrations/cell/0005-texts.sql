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

-- A folded text with a space behind each sign beyond ASCII that is neither letter nor digit. So a word begins at the beginning or behind a
-- character of ASCII, which an index of trigrams can answer for. What is stored and what is asked are marked alike, so nothing else changes.
create function cell.marked(folded text) returns text language sql immutable parallel safe
return case when octet_length(folded) = length(folded) then folded
  else regexp_replace(folded, '([^[:alnum:]\x01-\x7f])', '\1 ', 'g') end;

-- The texts of a record's members as one, folded: each in a line of its own, between line feeds. A line feed in a text becomes a space, so
-- no line begins but where a member does. A function of this language keeps its plans, and costs a third of one in SQL. PostgreSQL puts the
-- text of a function in SQL into its caller's only where each argument is as cheap as a variable: as a call within a call, marked() would
-- take as long as all the rest of a text.
create function cell.search_text(variadic texts text[]) returns text language plpgsql immutable parallel safe as $$
declare
  lines text := e'\n' || translate(array_to_string(texts, e'\v'), e'\n\v', e' \n') || e'\n';
  folded text := cell.folded(lines);
begin
  return cell.marked(folded);
end $$;

-- A folded text as a part of a pattern of LIKE, in which each character stands for itself.
create function cell.escaped(given text) returns text language sql immutable strict parallel safe
return regexp_replace(cell.marked(cell.folded(given)), '([\\%_])', '\\\1', 'g');

-- Whether the text of a record has the folded word where a word begins, as a pattern. Each member stands behind a line feed.
create function cell.word_pattern(word text) returns text language sql immutable strict parallel safe
return '[\x01-/:-@\[-`{-\x7f]' || regexp_replace(cell.marked(word), '([^[:alnum:]])', '\\\1', 'g');

-- Stored values of custom fields as JSON, those of the keys, in their order. A key needs no escape, and a value stands as it is printed
-- within the column too.
create function cell.shown_values(stored jsonb, keys text[]) returns json language plpgsql immutable parallel safe as $$
begin
  return (select '[' || coalesce(string_agg('{"key":"' || shown.key || '","value":' || (stored -> shown.key)::text || '}', ','
    order by shown.place), '') || ']'
  from unnest(keys) with ordinality as shown (key, place) where stored ? shown.key)::json;
end $$;

-- A value as a timeline shows it: a text ends after 200 characters.
create function cell.cut(value jsonb) returns jsonb language sql immutable parallel safe
return case jsonb_typeof(value) when 'string' then to_jsonb(left(value #>> '{}', 200)) else value end;

-- The custom fields to which a change gave other values, as members of a JSON object: each with its old and its new value. A key needs no escape.
create function cell.changed_values(before jsonb, after jsonb) returns text language plpgsql immutable parallel safe as $$
begin
  return (
    select string_agg('"customFields.' || key || '":'
      || json_build_array(cell.cut(older.value), cell.cut(newer.value)), ',' order by key)
    from jsonb_each(before) as older full join jsonb_each(after) as newer using (key)
    where newer.value is distinct from older.value
  );
end $$;
