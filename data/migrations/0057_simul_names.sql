-- A simul was named after whoever gives it, a name that stayed when they were forgotten: now it is called by what it is.
UPDATE competition SET name = 'Simul' WHERE kind = 'simul';
